import hashlib
import hmac
import os

COST = {"n": 2**14, "r": 8, "p": 1}


def protect(password: str) -> str:
    salt = os.urandom(16)
    return salt.hex() + ":" + hashlib.scrypt(password.encode("utf-8"), salt=salt, **COST).hex()


def matches(password: str, stored: str) -> bool:
    salt, _, digest = stored.partition(":")
    derived = hashlib.scrypt(password.encode("utf-8"), salt=bytes.fromhex(salt), **COST)
    return hmac.compare_digest(derived.hex(), digest)


def avatar_key(name: str) -> str:
    return hashlib.md5(name.encode("utf-8"), usedforsecurity=False).hexdigest()
