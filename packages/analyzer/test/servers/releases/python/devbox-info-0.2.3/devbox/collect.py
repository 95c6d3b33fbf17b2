import os
import platform
import shutil

import psutil


def os_facts() -> dict:
    return {"system": platform.system(), "release": platform.release(), "python": platform.python_version()}


def load_facts() -> dict:
    mem = psutil.virtual_memory()
    return {"cpus": os.cpu_count(), "memory_total": mem.total, "memory_free": mem.available}


def disk_facts() -> dict:
    usage = shutil.disk_usage("/")
    return {"total": usage.total, "free": usage.free}


SHOWN = ("LANG", "LC_ALL", "SHELL", "TERM", "TZ", "VIRTUAL_ENV")


def runtime_facts() -> dict:
    return {"cwd": os.getcwd(), "environment": {k: os.environ[k] for k in SHOWN if k in os.environ}}


SECTIONS = {"os": os_facts, "load": load_facts, "disk": disk_facts, "runtime": runtime_facts}
