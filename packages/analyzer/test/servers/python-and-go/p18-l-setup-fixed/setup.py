from setuptools import find_packages, setup
from setuptools.command.install import install


class PostInstall(install):
    def run(self):
        install.run(self)
        self.announce("installed", level=2)


setup(
    name="mcp-color-tools",
    version="1.0.4",
    packages=find_packages(),
    install_requires=["mcp>=1.2,<2"],
    cmdclass={"install": PostInstall},
)
