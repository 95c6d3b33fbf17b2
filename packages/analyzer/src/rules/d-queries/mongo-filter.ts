import type { CallEvent } from '../../engine/events.js';
import { SanitizedFor } from '../../engine/values/taint.js';
import { flowInto, describeSource } from '../support/flows.js';
import { argument } from '../../engine/expressions/call-arguments.js';
import type { CallCheck, Rule } from '../rule.js';
import { allHarmful } from '../support/pieces.js';
import { reportedFor, toolName } from '../support/purpose.js';
import { RUNS_QUERIES } from './query-purpose.js';
import { calledOn } from './called-on.js';
import { sinkOf } from '../support/locations.js';
import { byName } from '../../models/model.js';
import names from './names.json' with { type: 'json' };

const isCollection = (event: CallEvent): boolean =>
  event.names.some((name) => /mongo|motor/iu.test(name)) || /coll(?:ection)?$|mongo/iu.test(calledOn(event));

/** `collection.find(filter)` with a filter that comes from the client as a whole. */
const check: CallCheck = (event, report) => {
  const filter = argument(event, 0, 'filter');
  if (filter.objects.length > 0 || !isCollection(event)) return;
  const taints = allHarmful(filter, event.frame, SanitizedFor.QUERY);
  for (const side of ['design', 'other'] as const) {
    const reported = reportedFor(taints, event.frame, RUNS_QUERIES, side);
    if (!reported) continue;
    const { taint, designed } = reported;
    const tool = toolName(event.frame, taint);
    report({
      ...flowInto(event, taint, sinkOf(event)),
      ...(designed && { designed }),
      confidence: 'medium',
      description:
        side === 'design'
          ? `By design, the tool${tool === '' ? '' : ` \`${tool}\``} asks MongoDB with any filter that it is given, \`$where\` with code included.`
          : `The filter for MongoDB is ${describeSource(taint)} as it is: operators in it such as \`$ne\` or \`$where\` choose other documents.`,
    });
  }
};

/** The client supplies a MongoDB filter. */
export const mongoFilter: Rule = {
  id: 'MCP-D005',
  class: 'D',
  title: 'MongoDB filter taken whole from a client',
  severity: 'medium',
  confidence: 'medium',
  cwe: 943,
  cvss: 'AV:N/AC:L/PR:L/UI:R/S:U/C:H/I:L/A:N',
  what: 'An object that a client sends is the filter or the pipeline of a MongoDB call, operators included.',
  why: '`{"password": {"$ne": null}}` matches every user, `$where` and `$function` run code in the database, `$out` and `$merge` write collections.',
  example: {
    language: 'typescript',
    bad: 'collection.find(args.filter)',
    good: 'collection.find({ status: { $eq: args.status } })',
  },
  fix: 'Build the filter from typed fields. Where clients must write filters, refuse `$where`, `$function`, `$out` and `$merge`, and connect as a user that may only read.',
  notCounted: ['filters that the server builds, with values of clients in them'],
  calls: byName(names.mongoFilter.methods, check),
};
