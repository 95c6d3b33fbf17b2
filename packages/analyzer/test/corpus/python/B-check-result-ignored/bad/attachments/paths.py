import os


def inside(root: str, path: str) -> bool:
    real = os.path.realpath(path)
    return real.startswith(os.path.join(os.path.realpath(root), ""))
