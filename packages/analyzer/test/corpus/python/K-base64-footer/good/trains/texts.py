"""Texts that are shown below every answer."""
import base64

FOOTER = (
    "UHJpY2VzIGFyZSBzaG93biB3aXRoIFZBVC4gU2VhdHMgY2FuIGJlIGNoYW5nZWQgZnJlZSBvZiBjaGFy"
    "Z2UgdW50aWwgdGhlIGRheSBiZWZvcmUgdGhlIHRyaXAgc3RhcnRzLCBzZWUgdGhlIHRlcm1zIG9mIGNh"
    "cnJpYWdlIG9mIHRoZSBvcGVyYXRvci4="
)


def footer() -> str:
    return base64.b64decode(FOOTER).decode("utf-8")
