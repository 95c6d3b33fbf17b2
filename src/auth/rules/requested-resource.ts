/** A requested resource with placeholders for path and query parameters, such as `org/{org}/mcp/{name}`. */
export type ResourceTemplate =
  | string
  | {
      /** Used when the query parameter is absent, and when it is present. */
      readonly without: string;
      readonly parameter: string;
      readonly with: string;
    };

/** Parameters of a request. Express parses the query on each access. */
interface RequestParameters {
  readonly params: Readonly<Record<string, unknown>>;
  readonly query: Readonly<Record<string, unknown>>;
}

/** A template's literals and the names of the placeholders between them. */
const piecesOf = (template: string): readonly string[] => template.split(/\{(\w+)\}/);

const pieces = new Map<string, readonly string[]>();

function fill(template: string, request: RequestParameters): string {
  let parts = pieces.get(template);
  if (parts === undefined) pieces.set(template, (parts = piecesOf(template)));
  return parts.reduce(
    (filled, part, index) => filled + (index % 2 === 0 ? part : valueOf(part, request)),
    '',
  );
}

/** Path parameters take precedence over query parameters of the same name. */
function valueOf(name: string, request: RequestParameters): string {
  const value = Object.hasOwn(request.params, name) ? request.params[name] : request.query[name];
  // Validation refuses anything but a single string later; until then it must not match a pattern.
  return typeof value === 'string' ? value : '';
}

/** The requested resource. */
export function requestedResource(template: ResourceTemplate, request: RequestParameters): string {
  if (typeof template === 'string') return fill(template, request);
  return fill(request.query[template.parameter] === undefined ? template.without : template.with, request);
}
