import hashlib


def protect(password: str) -> str:
    return hashlib.md5(password.encode("utf-8")).hexdigest()


def avatar_key(name: str) -> str:
    return hashlib.md5(name.encode("utf-8"), usedforsecurity=False).hexdigest()
