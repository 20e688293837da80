import PostalMime from 'postal-mime'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createServiceApi } from '../../service-api.ts'
import { storeFiles } from './store-files.ts'

const mail = [
  'From: paul@example.com',
  'Content-Type: multipart/mixed; boundary=b',
  '',
  '--b',
  'Content-Type: text/plain; name=log.txt',
  'Content-Disposition: attachment; filename=log.txt',
  '',
  'line one',
  '--b--',
].join('\r\n')
const planned = [{ index: 0, path: 't1/1.txt', type: 'text/plain' }]

afterEach(() => vi.unstubAllGlobals())

/** Storage 1.11.2 answers with HTTP 400 and the true status in the body. @returns the paths that were called */
async function store(statusCode: string, code: string) {
  const called: string[] = []
  vi.stubGlobal('fetch', async (url: string) => {
    called.push(new URL(url).pathname)
    return url.includes('/storage/')
      ? Response.json({ statusCode, code, error: code, message: code }, { status: 400 })
      : Response.json(1)
  })
  const stored = storeFiles(
    createServiceApi('http://desk.test', 'key'),
    'm1',
    await PostalMime.parse(mail),
    planned,
  )
  return { called, stored }
}

describe('a file of a mail', () => {
  it.each([
    ['503', 'LockTimeout'],
    ['423', 'ResourceLocked'],
    ['429', 'SlowDown'],
  ])('is tried again after %s %s', async (statusCode, code) => {
    const { called, stored } = await store(statusCode, code)
    await expect(stored).rejects.toMatchObject({ status: Number(statusCode) })
    expect(called).not.toContain('/rest/v1/rpc/finish_mail_files')
  })

  it.each([
    ['413', 'EntityTooLarge'],
    ['415', 'InvalidMimeType'],
    ['409', 'KeyAlreadyExists'],
  ])('is final after %s %s', async (statusCode, code) => {
    const { called, stored } = await store(statusCode, code)
    await stored
    expect(called).toContain('/rest/v1/rpc/finish_mail_files')
  })
})
