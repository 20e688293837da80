import { request } from 'node:http'
import type { Stack } from '@helpdesk/testing'

export interface Answer {
  status: number
  /** Seconds of Retry-After, 0 without one. */
  wait: number
  code: string
}

let machines = 1
/** A machine of its own: every address of 127.0.0.0/8 is this computer. */
export function newMachine(stack: Stack) {
  const localAddress = `127.0.0.${(machines += 1)}`
  return (method: string, path: string, body?: unknown, token?: string): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const headers = {
        apikey: stack.publishableKey,
        'content-type': 'application/json',
        ...(token && { authorization: `Bearer ${token}` }),
      }
      const asked = request(`${stack.url}${path}`, { method, headers, localAddress }, (response) => {
        let text = ''
        response.on('data', (chunk) => (text += String(chunk)))
        response.on('end', () => {
          const said: unknown = text.startsWith('{') ? JSON.parse(text) : {}
          const code = String(Reflect.get(Object(said), 'error_code') ?? '')
          resolve({
            status: response.statusCode ?? 0,
            wait: Number(response.headers['retry-after'] ?? 0),
            code,
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
