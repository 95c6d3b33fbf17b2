import re
import uuid
from pathlib import Path
from typing import Final

import pandas as pd

ROOT: Final = Path("/srv/frames").resolve()
NAME = re.compile(r"[A-Za-z0-9_-]{1,64}\.(csv|parquet)")


class Frames:
    def __init__(self) -> None:
        self._open: dict[str, pd.DataFrame] = {}

    def load(self, name: str) -> str:
        if not NAME.fullmatch(name):
            raise ValueError("invalid file name")
        path = ROOT / name
        reader = {".csv": pd.read_csv, ".parquet": pd.read_parquet}[path.suffix]
        handle = uuid.uuid4().hex
        if len(self._open) >= 20:
            self._open.pop(next(iter(self._open)))
        self._open[handle] = reader(path)
        return handle

    def get(self, handle: str) -> pd.DataFrame:
        try:
            return self._open[handle]
        except KeyError:
            raise ValueError("unknown handle") from None
