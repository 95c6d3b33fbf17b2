const COMMIT = '1a2b3c4d5e6f708192a3b4c5d6e7f8091a2b3c4d';
const REF = 'refs/heads/main';

/** What of a payload each sender is read for, as the OpenAPI document shows it: a push, or a change of a subscription. */
export const EXAMPLE_PAYLOADS = {
  github: {
    ref: REF,
    after: COMMIT,
    deleted: false,
    head_commit: { id: COMMIT },
    repository: { clone_url: 'https://github.com/acme/files.git' },
  },
  gitlab: {
    ref: REF,
    after: COMMIT,
    checkout_sha: COMMIT,
    project: { git_http_url: 'https://gitlab.com/acme/files.git' },
  },
  bitbucket: {
    push: { changes: [{ new: { type: 'branch', name: 'main', target: { hash: COMMIT } } }] },
    repository: { links: { html: { href: 'https://bitbucket.org/acme/files' } } },
  },
  stripe: {
    id: 'evt_1NffrFeUfNV2Hib',
    type: 'customer.subscription.updated',
    created: 1_769_860_800,
    data: {
      object: {
        id: 'sub_1MowQVLkdIwHu7ix',
        customer: 'cus_NffrFeUfNV2Hib',
        status: 'active',
        items: { data: [{ price: { lookup_key: 'pro_yearly' } }] },
      },
    },
  },
} as const;
