import { describe, expect, it } from 'vitest'
import type { SharedFrame, Version } from '../frames'
import { createTopics } from './topics'

function newMember(version: Version) {
  const frames: SharedFrame[] = []
  return {
    member: {
      topic: 'realtime:a',
      version,
      joinRef: null,
      receives: () => true,
      deliver: (_: unknown, frame: SharedFrame) => void frames.push(frame),
    },
    frames,
  }
}

describe('all receivers of a version', () => {
  it.each(['1.0.0', '2.0.0'] as const)('share the bytes of a text in version %s', (version) => {
    const topics = createTopics()
    const all = [newMember(version), newMember(version), newMember(version)]
    for (const { member } of all) topics.join('public:a', member)
    topics.relay('public:a', JSON.stringify({ type: 'broadcast', event: 'é' }))
    const [first, ...others] = all.map(({ frames }) => frames[0])
    expect(first?.isBinary).toBe(false)
    const payload = { type: 'broadcast', event: 'é' }
    expect(JSON.parse(String(first?.bytes))).toEqual(
      version === '2.0.0'
        ? [null, null, 'realtime:a', 'broadcast', payload]
        : { join_ref: null, ref: null, topic: 'realtime:a', event: 'broadcast', payload },
    )
    for (const other of others) expect(other?.bytes).toBe(first?.bytes)
  })

  it('share the bytes of a presence', () => {
    const topics = createTopics()
    const [one, two] = [newMember('2.0.0'), newMember('2.0.0')]
    for (const { member } of [one, two]) topics.join('public:a', member)
    topics.track('public:a', one.member, 'ada', { n: 1 })
    expect(JSON.parse(String(one.frames[0]?.bytes))).toMatchObject({ 3: 'presence_diff' })
    expect(two.frames[0]?.bytes).toBe(one.frames[0]?.bytes)
  })
})
