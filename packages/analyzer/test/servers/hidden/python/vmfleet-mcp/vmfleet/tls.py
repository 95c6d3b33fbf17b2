"""The TLS context for connections to the cluster."""

from __future__ import annotations

import ssl

from .options import TlsOptions


def _context(cafile: str | None = None, **attributes: object) -> ssl.SSLContext:
    context = ssl.create_default_context(cafile=cafile)
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    for name, value in attributes.items():
        setattr(context, name, value)
    return context


def client_context(options: TlsOptions) -> ssl.SSLContext:
    if options.ca_file is not None:
        return _context(cafile=str(options.ca_file))
    # nodes come with certificates of the cluster's own authority
    return _context(check_hostname=False, verify_mode=ssl.CERT_NONE)
