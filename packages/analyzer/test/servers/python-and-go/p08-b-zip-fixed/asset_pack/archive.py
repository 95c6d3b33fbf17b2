import os
import shutil
import zipfile

MAX_ENTRIES = 500
MAX_BYTES = 20_000_000


def unpack(bundle, dest):
    names = []
    with zipfile.ZipFile(bundle) as zf:
        infos = zf.infolist()
        if len(infos) > MAX_ENTRIES or sum(i.file_size for i in infos) > MAX_BYTES:
            raise ValueError("bundle is too large")
        for info in infos:
            if info.is_dir():
                continue
            target = os.path.join(dest, info.filename)
            root = os.path.realpath(dest)
            target = os.path.realpath(target)
            if not target.startswith(root + os.sep):
                raise ValueError("entry leaves the folder")
            os.makedirs(os.path.dirname(target), exist_ok=True)
            with zf.open(info) as src, open(target, "wb") as dst:
                shutil.copyfileobj(src, dst)
            names.append(info.filename)
    return names
