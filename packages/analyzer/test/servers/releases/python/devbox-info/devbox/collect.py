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


def runtime_facts() -> dict:
    return {"cwd": os.getcwd(), "environment": {k: v for k, v in sorted(os.environ.items())}}


SECTIONS = {"os": os_facts, "load": load_facts, "disk": disk_facts, "runtime": runtime_facts}
