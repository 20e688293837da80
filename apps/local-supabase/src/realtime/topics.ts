import { encodeBroadcast, encodeFrame, type UserPayload, type Version } from './frames'

export interface Member {
  /** As the client named it: `realtime:<name>`. */
  topic: string
  version: Version
  joinRef: string | null
  /** False once its rights or its token ended. */
  receives(extension: 'broadcast' | 'presence'): boolean
  deliver(extension: 'broadcast' | 'presence', data: string | Buffer): void
}

interface Presence {
  key: string
  /** `phx_ref_prev` is there after a change. */
  meta: { phx_ref: string; phx_ref_prev?: string } & Record<string, unknown>
}
type Metas = Record<string, { metas: Presence['meta'][] }>

interface Topic {
  members: Set<Member>
  present: Map<Member, Presence>
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
export function createTopics() {
  const topics = new Map<string, Topic>()
  let refs = 0

  function deliver(
    topic: Topic,
    extension: 'broadcast' | 'presence',
    encode: (member: Member) => string | Buffer | undefined,
    except?: Member,
  ) {
    const encoded = new Map<string, string | Buffer | undefined>()
    for (const member of topic.members) {
      if (member === except || !member.receives(extension)) continue
      // A diff is not a reply: its frame is the same for all clients of a version.
      const data = encoded.has(member.version) ? encoded.get(member.version) : encode(member)
      encoded.set(member.version, data)
      if (data !== undefined) member.deliver(extension, data)
    }
  }

  function tellDiff(topic: Topic, joins: Presence[], leaves: Presence[]): void {
    const payload = { joins: metasOf(joins), leaves: metasOf(leaves) }
    deliver(topic, 'presence', ({ version, topic: name }) =>
      encodeFrame(version, { joinRef: null, ref: null, topic: name, event: 'presence_diff', payload }),
    )
  }

  return {
    join(key: string, member: Member): void {
      const topic = topics.get(key) ?? { members: new Set(), present: new Map() }
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
    broadcast(
      key: string,
      event: string,
      content: UserPayload,
      { except, meta }: { except?: Member | undefined; meta?: Record<string, unknown> } = {},
    ): void {
      const topic = topics.get(key)
      if (topic)
        deliver(
          topic,
          'broadcast',
          ({ version, topic: name }) => encodeBroadcast(version, name, event, content, meta),
          except,
        )
    },
    /** Passes a client's text frame on as text. */
    relay(key: string, payload: unknown, except?: Member): void {
      const topic = topics.get(key)
      const encode = ({ version, topic: name }: Member) =>
        encodeFrame(version, { joinRef: null, ref: null, topic: name, event: 'broadcast', payload })
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
    /** Number of topics with members. */
    size: () => topics.size,
  }
}
export type Topics = ReturnType<typeof createTopics>
