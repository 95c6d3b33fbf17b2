/** Identifiers in the examples of the OpenAPI documents, consistent across operations. */
export const EXAMPLE_IDS = {
  org: '3f6c1d1e-5b1a-4f0e-9a57-2f7d6a1c9b10',
  user: '8c1a4f0e-2b7d-4a36-9d0e-6c5b1f3a7e21',
  mcp: '5d2e7b1c-9f4a-4c83-8a60-1b9e3d7c4f32',
  version: 'a4b8c2d6-1e3f-4759-8b0a-7c6d5e4f3a43',
  snapshot: '7f0c1c52-6a0b-4a36-9d0e-0c6f1a3a5b11',
  control: '1c9e5a7d-3b2f-4e68-9c41-8d7f6a5b4c54',
  category: '2d8f6b4c-7a1e-4d95-8e32-9b0c1d2e3f65',
  tag: '6e7a8b9c-0d1f-4a23-9b45-c6d7e8f9a076',
  area: '9b3d5f7a-1c2e-4b68-8d90-a1b2c3d4e587',
  policy: 'c5d7e9f1-2a4b-4c6d-8e0f-1a3b5c7d9e98',
  invitation: 'd1e3f5a7-4b6c-4d8e-9f0a-2b4c6d8e0fa9',
  token: 'e2f4a6b8-5c7d-4e9f-8a1b-3c5d7e9f1ab0',
  job: 'a5c7d9eb-8f0a-4b2c-8d4e-6f8a0b2c4dd3',
  finding: 'b6d8eafc-9a1b-4c3d-8e5f-7a9b1c3d5ee4',
  event: 'f3a5b7c9-6d8e-4f0a-9b2c-4d6e8f0a2bc1',
} as const;
