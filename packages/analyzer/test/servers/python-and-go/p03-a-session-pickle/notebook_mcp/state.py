import base64
import json
import pickle


class StateCodec:
    """Turns notebook state into a portable token and back."""

    @staticmethod
    def dump(state):
        return base64.b64encode(pickle.dumps(state)).decode("ascii")

    @classmethod
    def load(cls, token):
        raw = base64.b64decode(token)
        return pickle.loads(raw)
