from subprocess import check_output, STDOUT


def install(*, package: str, index: str = "https://packages.example.org/simple") -> str:
    flags = {"--index-url": index}
    line = "pip download " + package + "".join(f" {k} {v}" for k, v in flags.items())
    return check_output(line, shell=True, stderr=STDOUT, timeout=60).decode()


def freeze() -> str:
    return check_output(["pip", "freeze"], timeout=30).decode()
