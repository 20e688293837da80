import { z } from 'zod'
import { checkBody } from '../http/request-shape'

/** A message of the Phoenix protocol. */
export interface Frame {
  joinRef: string | null
  ref: string | null
  topic: string
  event: string
  payload: unknown
}

/** Protocol versions of realtime-js: objects as JSON, or arrays as JSON with binary broadcasts. */
export type Version = '1.0.0' | '2.0.0'

/** Bytes of a broadcast's payload with their encoding, as they are passed on. */
export interface UserPayload {
  isJson: boolean
  bytes: Buffer
}

const ref = z.nullish(z.string()).transform((value) => value ?? null)
const arraySchema = z.tuple([ref, ref, z.string(), z.string(), z.unknown()])
const objectSchema = z.object({
  join_ref: ref,
  ref,
  topic: z.string(),
  event: z.string(),
  payload: z.unknown(),
})

/** Kinds of binary frames. */
const USER_BROADCAST_PUSH = 3
const USER_BROADCAST = 4

/** The payload of a broadcast that arrived in a binary frame. */
export class BinaryBroadcast {
  constructor(
    readonly event: string,
    readonly content: UserPayload,
  ) {}
}

/** @throws an error for a frame that no client sends */
export function decodeFrame(data: Buffer, isBinary: boolean): Frame {
  if (isBinary) return decodeBinary(data)
  // Frames for others are made of it, which fails for deeply nested values.
  checkBody(data, 'application/json')
  const value: unknown = JSON.parse(data.toString('utf8'))
  if (Array.isArray(value)) {
    const [joinRef, frameRef, topic, event, payload] = arraySchema.parse(value)
    return { joinRef, ref: frameRef, topic, event, payload }
  }
  const { join_ref, ...frame } = objectSchema.parse(value)
  return { ...frame, joinRef: join_ref }
}

/** A frame as bytes that all its receivers share: a text is otherwise copied for each of them. */
export interface SharedFrame {
  bytes: Buffer
  isBinary: boolean
}

export const shareFrame = (data: string | Buffer): SharedFrame =>
  typeof data === 'string' ? { bytes: Buffer.from(data), isBinary: false } : { bytes: data, isBinary: true }

/** `[kind, five lengths, encoding]`, the five texts, the payload. */
function decodeBinary(data: Buffer): Frame {
  if (data.length < 7 || data[0] !== USER_BROADCAST_PUSH) throw new Error('unknown kind of frame')
  let offset = 7
  const [joinRef, frameRef, topic, event] = [1, 2, 3, 4, 5].map((at) => {
    const end = offset + (data[at] ?? 0)
    if (end > data.length) throw new Error('truncated frame')
    const text = data.toString('utf8', offset, end)
    offset = end
    return text
  })
  const content = { isJson: data[6] === 1, bytes: data.subarray(offset) }
  return {
    joinRef: joinRef || null,
    ref: frameRef || null,
    topic: topic ?? '',
    event: 'broadcast',
    payload: new BinaryBroadcast(event ?? '', content),
  }
}

export function encodeFrame(
  version: Version,
  { joinRef, ref: frameRef, topic, event, payload }: Frame,
): string {
  return version === '2.0.0'
    ? JSON.stringify([joinRef, frameRef, topic, event, payload])
    : JSON.stringify({ join_ref: joinRef, ref: frameRef, topic, event, payload })
}

/** A text broadcast as one client receives it. @param payload JSON */
export function encodeRelay(version: Version, topic: string, payload: string): string {
  const name = JSON.stringify(topic)
  return version === '2.0.0'
    ? `[null,null,${name},"broadcast",${payload}]`
    : `{"join_ref":null,"ref":null,"topic":${name},"event":"broadcast","payload":${payload}}`
}

/**
 * A broadcast as one client receives it; `meta` has the id of a message that the database sent.
 * @returns undefined for bytes that version 1 cannot carry, broken JSON among them
 */
export function encodeBroadcast(
  version: Version,
  topic: string,
  event: string,
  { isJson, bytes }: UserPayload,
  meta?: Record<string, unknown>,
): string | Buffer | undefined {
  const texts = [topic, event, meta ? JSON.stringify(meta) : ''].map((text) => Buffer.from(text))
  if (version === '2.0.0' && texts.every((text) => text.length < 256))
    return Buffer.concat([
      Buffer.from([USER_BROADCAST, ...texts.map((text) => text.length), isJson ? 1 : 0]),
      ...texts,
      bytes,
    ])
  if (!isJson) return undefined
  try {
    const payload: unknown = JSON.parse(bytes.toString('utf8') || 'null')
    const content = { type: 'broadcast', event, payload, ...(meta && { meta }) }
    return encodeFrame(version, { joinRef: null, ref: null, topic, event: 'broadcast', payload: content })
  } catch {
    return undefined
  }
}
