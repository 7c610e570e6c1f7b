// Replies as the sandbox sends them, with every part that a fault may change.

import type { ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import type { OperationId } from './endpoints.ts';
import type { PartialPolicies, Policies } from './policies.ts';
import type { Store } from './store.ts';

/** A fault may change any member, and `body` in place, because it is a copy. */
export interface WireReply {
  status: number;
  headers: Record<string, string>;
  body: unknown;
  /** Replaces `body`. */
  raw?: Buffer | string;
  delayMs?: number;
  /** Sent in two chunks, without `Content-Length`. */
  chunked?: boolean;
  gzip?: boolean;
  closeConnection?: boolean;
  undated?: boolean;
  /** The connection is closed without a reply. */
  destroy?: boolean;
}

export interface ServedWorld {
  /** From the request's `x-ramp-world`; empty without this header. */
  readonly name: string;
  readonly faultId: string | undefined;
  readonly fault: Fault | undefined;
  readonly policies: Policies;
  readonly store: Store;
  readonly memory: Map<string, unknown>;
}

export interface SeenRequest {
  readonly operation: OperationId | undefined;
  readonly method: string;
  readonly path: string;
  readonly query: Readonly<Record<string, unknown>>;
  readonly params: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** Parsed JSON; undefined if there is no body, if it is malformed, or if the key was refused first. */
  readonly body: unknown;
  readonly world: ServedWorld;
}

// biome-ignore lint/suspicious/noConfusingVoidType: a hook that changes in place returns nothing.
export type Hook = (reply: WireReply, request: SeenRequest) => WireReply | undefined | void;

/** One defect, or one variation that a correct service may have. */
export interface Fault {
  readonly policies?: PartialPolicies;
  readonly reply?: Hook;
}

export type FaultFinder = (id: string) => Fault | undefined;

function payloadOf({ raw, body, gzip }: WireReply): Buffer | string {
  const plain = raw ?? (body === undefined ? '' : JSON.stringify(body));
  return gzip ? gzipSync(plain) : plain;
}

export function framed(reply: WireReply): { payload: Buffer | string; headers: Record<string, string> } {
  const payload = payloadOf(reply);
  const headers: Record<string, string> = { ...reply.headers };
  if (reply.gzip) headers['content-encoding'] = 'gzip';
  if (reply.closeConnection) headers.connection = 'close';
  // HTTP forbids a length on a 204. Without a length, Node correctly sends an empty body.
  if (!reply.chunked && reply.status !== 204 && reply.status !== 304)
    headers['content-length'] ??= String(Buffer.byteLength(payload));
  return { payload, headers };
}

function transmit(response: ServerResponse, reply: WireReply): void {
  if (response.destroyed) return;
  if (reply.destroy) {
    response.destroy();
    return;
  }
  const { payload, headers } = framed(reply);
  if (reply.undated) response.sendDate = false;
  response.writeHead(reply.status, headers);
  if (reply.chunked) {
    const bytes = Buffer.from(payload);
    const middle = Math.ceil(bytes.length / 2);
    if (middle > 0) response.write(bytes.subarray(0, middle));
    response.end(bytes.subarray(middle));
  } else {
    response.end(payload);
  }
}

/** Sends a reply. If Node cannot send it (a status that HTTP does not have), sends a 500 with the reason. */
export function send(response: ServerResponse, reply: WireReply): void {
  const { delayMs } = reply;
  if (delayMs !== undefined && delayMs > 0) {
    const { delayMs: _waited, ...now } = reply;
    setTimeout(() => send(response, now), delayMs).unref();
    return;
  }
  try {
    transmit(response, reply);
  } catch (problem) {
    if (response.headersSent) response.destroy();
    else transmit(response, failure(problem));
  }
}

/** The only 500 of the sandbox: for a fault that throws, or sets an impossible status. */
export function failure(problem: unknown): WireReply {
  const message = problem instanceof Error ? problem.message : String(problem);
  return {
    status: 500,
    headers: { 'content-type': 'application/json; charset=utf-8' },
    body: { statusCode: 500, error: 'Internal Server Error', message: `The sandbox failed: ${message}` },
  };
}
