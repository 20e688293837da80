import { expect, it } from 'vitest'
import { HttpError } from './http-error'
import { errorResponse } from './respond'

it.each([
  ['/functions/v1/receive-mail', { code: 'not_authorized', message: 'No', error: 'No' }],
  ['/auth/v1/token', { code: 401, error_code: 'not_authorized', msg: 'No', message: 'No' }],
  [
    '/rest/v1/tickets',
    { code: 'PT401', error_code: 'not_authorized', message: 'No', details: 'not_authorized', hint: null },
  ],
])('answers in the format of the service: %s', async (path, body) => {
  const response = errorResponse(new HttpError(401, 'not_authorized', 'No'), () => undefined, path)
  expect(response.status).toBe(401)
  expect(await response.json()).toEqual(body)
})
