export interface List<T> {
  items: T[];
}

export interface Pod {
  metadata: { name: string; creationTimestamp: string };
  spec: { nodeName?: string; containers: Array<{ name: string; image: string }> };
  status: {
    phase: string;
    containerStatuses?: Array<{ name: string; ready: boolean; restartCount: number }>;
  };
}

export interface Deployment {
  metadata: { name: string };
  spec: { replicas?: number };
  status: { readyReplicas?: number; updatedReplicas?: number };
}

export interface KubeEvent {
  type: string;
  reason: string;
  message: string;
  lastTimestamp: string | null;
  involvedObject: { kind: string; name: string };
}
