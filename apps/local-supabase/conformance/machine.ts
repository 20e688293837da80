import { request } from 'node:http'
import type { Stack } from '@helpdesk/testing'

export interface Answer {
  status: number
  /** Seconds of Retry-After, 0 without one. */
  wait: number
  code: string
  location: string
}

let machines = 1
/** An unused address of the loopback network 127.0.0.0/8. */
export const newAddress = (): string => `127.0.0.${(machines += 1)}`

/** A client with its own address and cookies. */
export function newMachine(stack: Stack, { address = newAddress(), more = {} } = {}) {
  const cookies = new Map<string, string>()
  return (method: string, path: string, body?: unknown, token?: string): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const headers = {
        apikey: stack.publishableKey,
        'content-type': 'application/json',
        ...(token && { authorization: `Bearer ${token}` }),
        ...(cookies.size > 0 && { cookie: [...cookies].map((pair) => pair.join('=')).join('; ') }),
        ...more,
      }
      const options = { method, headers, localAddress: address }
      const asked = request(`${stack.url}${path}`, options, (response) => {
        for (const cookie of response.headers['set-cookie'] ?? []) {
          const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
          cookies.set(name, value)
        }
        let text = ''
        response.on('data', (chunk) => (text += String(chunk)))
        response.on('end', () => {
          const parsed: unknown = text.startsWith('{') ? JSON.parse(text) : {}
          const code = String(Reflect.get(Object(parsed), 'error_code') ?? '')
          resolve({
            status: response.statusCode ?? 0,
            wait: Number(response.headers['retry-after'] ?? 0),
            code,
            location: response.headers.location ?? '',
          })
        })
      })
      asked.on('error', reject)
      asked.end(body === undefined ? undefined : JSON.stringify(body))
    })
}

export const statuses = (answers: Answer[]) => answers.map(({ status }) => status)

export async function times<T>(count: number, work: (n: number) => Promise<T>): Promise<T[]> {
  const results: T[] = []
  for (let n = 0; n < count; n += 1) results.push(await work(n))
  return results
}
