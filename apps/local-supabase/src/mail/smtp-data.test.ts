import { SMTPStream } from 'smtp-server/lib/smtp-stream.js'
import { describe, expect, it } from 'vitest'
import { LinearSmtpStream } from './smtp-data'

/** Writes the chunks in data mode. @returns what the mail and the command behind it are, and the number of chunks read */
async function read(stream: SMTPStream, input: Buffer, size: number) {
  const commands: string[] = []
  stream.oncommand = (command, done) => {
    commands.push(command.toString())
    done?.()
  }
  const data = stream.startDataMode(25 * 1024 * 1024)
  const chunks: Buffer[] = []
  data.on('data', (chunk: Buffer) => chunks.push(chunk))
  data.on('end', () => stream.continue())
  for (let at = 0; at < input.length; at += size) stream.write(input.subarray(at, at + size))
  await new Promise((resolve) => stream.end(resolve))
  return { mail: Buffer.concat(chunks).toString(), commands, chunks: chunks.length, bytes: stream.dataBytes }
}

const mails = [
  '.\r\nNOOP\r\n',
  '..\r\n.\r\nNOOP\r\n',
  'a\r\n.\r\nNOOP\r\n',
  'a\r\n..\r\n...\r\n.b\r\n\r\n.\r\nNOOP\r\n',
  'a\n.\n..\n.\r\nb\r\n.\nc\r\n.\rd\r\n.\r\nNOOP\r\n',
  '.a\r\n.\r\r\n.\r\n\r\n.\r\n.\r\n',
]

describe('the parser of SMTP data', () => {
  it.each(mails)('reads %j like that of the package, however it arrives', async (mail) => {
    const input = Buffer.from(mail)
    const expected = await read(new SMTPStream(), input, input.length)
    for (const size of [1, 2, 3, 4, 5, 7, input.length]) {
      const found = await read(new LinearSmtpStream(), input, size)
      expect({ ...found, chunks: 0 }).toEqual({ ...expected, chunks: 0 })
    }
  })

  it('passes on chunks, not lines', async () => {
    const lines = '..\n'.repeat(20_000)
    const { mail, chunks } = await read(new LinearSmtpStream(), Buffer.from(`${lines}\r\n.\r\n`), 64 * 1024)
    expect(mail).toBe(`${'.\n'.repeat(20_000)}\r\n`)
    expect(chunks).toBeLessThan(5)
  })
})
