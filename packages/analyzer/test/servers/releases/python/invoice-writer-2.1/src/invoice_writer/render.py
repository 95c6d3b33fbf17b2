from jinja2 import Environment, StrictUndefined

from .models import Invoice

LAYOUTS = {
    "plain": """Invoice {{ invoice.number }} of {{ invoice.issued }}
Dear {{ invoice.customer }},
{% for l in invoice.lines -%}
{{ l.quantity }} x {{ l.label }} at {{ l.price }}
{% endfor -%}
Total: {{ invoice.total }} {{ currency }}
""",
    "short": "{{ invoice.number }}: {{ invoice.total }} {{ currency }} ({{ invoice.customer }})\n",
}


class LetterRenderer:
    def __init__(self, currency: str = "EUR") -> None:
        env = Environment(undefined=StrictUndefined, autoescape=False)
        env.globals["currency"] = currency
        self._templates = {name: env.from_string(text) for name, text in LAYOUTS.items()}

    def render(self, invoice: Invoice, layout: str = "plain") -> str:
        return self._templates[layout].render(invoice=invoice)
