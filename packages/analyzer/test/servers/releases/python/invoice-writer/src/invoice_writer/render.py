from jinja2 import Environment, StrictUndefined

from .models import Invoice

DEFAULT = """Invoice {{ invoice.number }} of {{ invoice.issued }}
Dear {{ invoice.customer }},
{% for l in invoice.lines -%}
{{ l.quantity }} x {{ l.label }} at {{ l.price }}
{% endfor -%}
Total: {{ invoice.total }}
"""


class LetterRenderer:
    def __init__(self, currency: str = "EUR") -> None:
        self._env = Environment(undefined=StrictUndefined, autoescape=False)
        self._env.globals["currency"] = currency

    def render(self, invoice: Invoice, layout: str | None = None) -> str:
        template = self._env.from_string(layout or DEFAULT)
        return template.render(invoice=invoice)
