import { expect, it } from 'vitest'
import { mailTo } from './mail-to'

it.each([
  ['help@acme.example', 'mailto:help@acme.example'],
  ['help+desk@acme.example', 'mailto:help%2Bdesk@acme.example'],
  ['a@b@acme.example', 'mailto:a%40b@acme.example'],
  ['x@y.z?bcc=spy@evil.example&body=hi', 'mailto:x%40y.z%3Fbcc%3Dspy@evil.example%26body%3Dhi'],
  ['"><script>@acme.example', 'mailto:%22%3E%3Cscript%3E@acme.example'],
])('escapes %s, so that the link sets nothing else', (address, link) => expect(mailTo(address)).toBe(link))
