import {
  encodeBroadcast,
  encodeFrame,
  encodeRelay,
  shareFrame,
  type SharedFrame,
  type UserPayload,
  type Version,
} from '../frames'
import { createDelivery, type Sequence } from './delivery'
import { createWindow, realtimeLimits } from '../limits'

export interface Member {
  /** As the client named it: `realtime:<name>`. */
  topic: string
  version: Version
  joinRef: string | null
  /** False once its rights or its token ended. */
  receives(extension: 'broadcast' | 'presence'): boolean
  deliver(kind: Kind, frame: SharedFrame): void
}
/** An announcement is a broadcast of the database. */
export type Kind = 'broadcast' | 'presence' | 'announcement'

interface Presence {
  key: string
  /** `phx_ref_prev` is there after a change. */
  meta: { phx_ref: string; phx_ref_prev?: string } & Record<string, unknown>
}
type Metas = Record<string, { metas: Presence['meta'][] }>

interface Topic extends Sequence {
  members: Set<Member>
  present: Map<Member, Presence>
  withinBytes: (bytes: number) => boolean
}

/** Keys are chosen by clients, `__proto__` and `constructor` among them. */
function metasOf(presences: Iterable<Presence>): Metas {
  const metas = new Map<string, Presence['meta'][]>()
  for (const { key, meta } of presences) {
    const list = metas.get(key)
    if (list) list.push(meta)
    else metas.set(key, [meta])
  }
  return Object.fromEntries([...metas].map(([key, list]) => [key, { metas: list }]))
}

/** The members of each topic. Private and public channels of the same name are different topics. */
export function createTopics(bytesPerSecond = realtimeLimits.topicBytesPerSecond) {
  const topics = new Map<string, Topic>()
  const send = createDelivery()
  let refs = 0

  function deliver(
    topic: Topic,
    kind: Kind,
    encode: (member: Member) => string | Buffer | undefined,
    except?: Member,
  ) {
    const extension = kind === 'presence' ? 'presence' : 'broadcast'
    const encoded = new Map<Version, SharedFrame | undefined>()
    const steps = []
    for (const member of topic.members) {
      if (member === except || !member.receives(extension)) continue
      // A diff is not a reply: its frame is the same for all clients of a version.
      if (!encoded.has(member.version)) {
        const data = encode(member)
        encoded.set(member.version, data === undefined ? undefined : shareFrame(data))
      }
      const frame = encoded.get(member.version)
      if (!frame) continue
      const deliverTo = () => {
        // It may have left, or lost its rights, since it was its turn.
        if (topic.members.has(member) && member.receives(extension)) member.deliver(kind, frame)
      }
      steps.push({ bytes: frame.bytes.length, send: deliverTo })
    }
    send(topic, steps)
  }

  function tellDiff(topic: Topic, joins: Presence[], leaves: Presence[]): void {
    const payload = { joins: metasOf(joins), leaves: metasOf(leaves) }
    deliver(topic, 'presence', ({ version, topic: name }) =>
      encodeFrame(version, { joinRef: null, ref: null, topic: name, event: 'presence_diff', payload }),
    )
  }

  return {
    join(key: string, member: Member): void {
      const topic = topics.get(key) ?? {
        members: new Set(),
        present: new Map(),
        pending: 0,
        withinBytes: createWindow(bytesPerSecond, 1_000),
      }
      topics.set(key, topic)
      topic.members.add(member)
    },
    leave(key: string, member: Member): void {
      const topic = topics.get(key)
      if (!topic?.members.delete(member)) return
      const presence = topic.present.get(member)
      topic.present.delete(member)
      if (presence) tellDiff(topic, [], [presence])
      if (topic.members.size === 0) topics.delete(key)
    },
    /** Whether a client's broadcast may be passed on. */
    accepts(key: string, bytes: number): boolean {
      const topic = topics.get(key)
      return topic?.withinBytes(bytes * topic.members.size) ?? false
    },
    /** Passes a client's binary frame on. */
    broadcast(key: string, event: string, content: UserPayload, except?: Member): void {
      const topic = topics.get(key)
      const encode = ({ version, topic: name }: Member) => encodeBroadcast(version, name, event, content)
      if (topic) deliver(topic, 'broadcast', encode, except)
    },
    /** Sends a message of the database. */
    announce(key: string, event: string, content: UserPayload, id: string): void {
      const topic = topics.get(key)
      const encode = ({ version, topic: name }: Member) =>
        encodeBroadcast(version, name, event, content, { id })
      if (topic) deliver(topic, 'announcement', encode)
    },
    /** Passes a client's text frame on as text. @param payload JSON */
    relay(key: string, payload: string, except?: Member): void {
      const topic = topics.get(key)
      const encode = ({ version, topic: name }: Member) => encodeRelay(version, name, payload)
      if (topic) deliver(topic, 'broadcast', encode, except)
    },
    track(key: string, member: Member, presenceKey: string, payload: object): void {
      const topic = topics.get(key)
      if (!topic?.members.has(member)) return
      const before = topic.present.get(member)
      refs += 1
      const previous = before && { phx_ref_prev: before.meta.phx_ref }
      const presence = { key: presenceKey, meta: { ...payload, phx_ref: String(refs), ...previous } }
      topic.present.set(member, presence)
      tellDiff(topic, [presence], before ? [before] : [])
    },
    untrack(key: string, member: Member): void {
      const topic = topics.get(key)
      const presence = topic?.present.get(member)
      if (!topic || !presence) return
      topic.present.delete(member)
      tellDiff(topic, [], [presence])
    },
    state: (key: string): Metas => metasOf(topics.get(key)?.present.values() ?? []),
    /** Number of a topic's members. */
    members: (key: string) => topics.get(key)?.members.size ?? 0,
    /** Number of topics with members. */
    size: () => topics.size,
  }
}
export type Topics = ReturnType<typeof createTopics>
