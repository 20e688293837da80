export declare function readAddress(read: { rpc: string; args?: Record<string, unknown> }): string
