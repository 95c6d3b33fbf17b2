import base64
import json
import pickle


class StateCodec:
    """Turns notebook state into a portable token and back."""

    @staticmethod
    def dump(state):
        return base64.b64encode(json.dumps(state).encode()).decode("ascii")

    @classmethod
    def load(cls, token):
        raw = base64.b64decode(token)
        return json.loads(raw)
