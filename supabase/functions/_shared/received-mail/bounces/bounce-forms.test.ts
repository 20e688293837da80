import { describe, expect, it } from 'vitest'
import { bounces, notBounces } from './bounce.fixtures.ts'
import { parseMail } from '../parse.ts'

const raw = (headers: string[], body: string) => new TextEncoder().encode([...headers, '', body].join('\r\n'))

describe('reports as mail servers write them', () => {
  const read = async ({ headers, body, sender }: { headers: string[]; body: string; sender?: string }) =>
    (await parseMail(raw(headers, body.replaceAll('\n', '\r\n')), { sender })).bounce

  it('are recognised, with the mail, the address and whether it is final, in at least 95 of 100', async () => {
    const missed: string[] = []
    for (const { server, isAnonymous, permanent, status, ...mail } of bounces) {
      const found = await read(mail)
      const about = found?.recipients.find(({ address }) => address === 'olive@example.org')
      const isRead =
        found?.message_id === (isAnonymous ? '' : 'sent@desk.example') &&
        about?.permanent === permanent &&
        found.recipients.length <= 2
      if (!isRead) missed.push(`${server}: ${JSON.stringify(found)}`)
      // Without a code a full mailbox could look like a wrong address: where one is given, it is kept.
      else if (status && !/^5\.0\.0$/.test(status)) expect(about?.status, server).toBe(status)
    }
    const share = 1 - missed.length / bounces.length
    console.log(
      `Bounces read: ${bounces.length - missed.length} of ${bounces.length} (${(share * 100).toFixed(1)} %)`,
    )
    expect(bounces.length).toBeGreaterThanOrEqual(40)
    expect(missed.length / bounces.length, missed.join('\n')).toBeLessThanOrEqual(0.05)
  })

  it('return the code of the mail wherever they return its header', async () => {
    const codes = await Promise.all(bounces.map(async (mail) => (await read(mail))?.code))
    const found = codes.filter((code) => code === '0123456789abcdef0123456789abcdef')
    console.log(`Codes read: ${found.length} of ${bounces.length}`)
    // One returns nothing, one the Message-ID alone.
    expect(found).toHaveLength(bounces.length - 2)
  })

  it.each(notBounces)('are not seen in $name', async (mail) => expect(await read(mail)).toBeNull())
})
