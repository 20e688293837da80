import { expect, it } from 'vitest'
import { registryKeys } from './registry-keys'

const key = Buffer.alloc(32, 7).toString('base64')

it('reads no, one and several keys', () => {
  expect(registryKeys(undefined)).toEqual([])
  expect(registryKeys(' ')).toEqual([])
  expect(registryKeys(key)).toEqual([key])
  expect(registryKeys(`${key}, ${key}`)).toEqual([key, key])
})

it.each(['short', `${key}=`, `${key};${key}`])('refuses %s', (list) => {
  expect(() => registryKeys(list)).toThrow('HELPDESK_REGISTRY_KEY')
})
