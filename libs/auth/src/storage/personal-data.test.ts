// @vitest-environment jsdom
import { beforeEach, describe, expect, it } from 'vitest'
import { clearSignOutMarker, markSignedOut } from '../session/sign-out-marker'
import { erasePersonalData, erasePersonalDataOfOthers } from './erase-personal-data'
import { ownerOf, personalKey, personalStorage } from './personal-storage'

const ANN = '3f2504e0-4f89-41d3-9a0c-0305e82c3301'
const BO = '00000000-0000-4000-8000-000000000009'
const comment = personalKey('draft', ANN, 'comment:t1')
const replyFiles = personalKey('draft', ANN, 'reply:t1:files')
const chats = (histories: Record<string, unknown[]>) => JSON.stringify({ version: 1, histories })
const keys = () => Object.keys(localStorage).sort()

beforeEach(() => localStorage.clear())

describe('personalStorage', () => {
  it('names the owner in the key', () => {
    expect(comment).toBe(`helpdesk-draft:${ANN}:comment:t1`)
    expect(ownerOf(comment)).toBe(ANN)
    expect(ownerOf('helpdesk-workspace')).toBeUndefined()
  })

  it('stores and removes texts', () => {
    expect(personalStorage.write(comment, '{"n":1}')).toBe(true)
    expect(personalStorage.read(comment)).toBe('{"n":1}')
    expect(personalStorage.readJson(comment)).toEqual({ n: 1 })
    personalStorage.write(comment, null)
    expect(personalStorage.read(comment)).toBeNull()
  })

  it('only removes once the owner has signed out', () => {
    personalStorage.write(comment, 'text')
    markSignedOut(ANN)
    expect(personalStorage.write(comment, 'again')).toBe(false)
    expect(personalStorage.read(comment)).toBeNull()
    expect(personalStorage.write(personalKey('draft', BO, 'comment:t1'), 'other')).toBe(true)
    clearSignOutMarker()
    expect(personalStorage.write(comment, 'again')).toBe(true)
  })
})

describe('erasePersonalData', () => {
  it('erases all kinds of one user, and keeps settings and other users', async () => {
    for (const kind of ['draft', 'draft-sync', 'outbox'] as const) {
      personalStorage.write(personalKey(kind, ANN, 'comment:t1'), 'text')
      personalStorage.write(personalKey(kind, BO, 'comment:t1'), 'text')
    }
    localStorage.setItem('helpdesk-color-mode', 'dark')
    localStorage.setItem('admin-store', chats({ [ANN]: ['a'], [BO]: [`Who is ${ANN}?`] }))
    await erasePersonalData(ANN)
    expect(keys()).toEqual([
      'admin-store',
      'helpdesk-color-mode',
      `helpdesk-draft-sync:${BO}:comment:t1`,
      `helpdesk-draft:${BO}:comment:t1`,
      `helpdesk-outbox:${BO}:comment:t1`,
    ])
    expect(localStorage.getItem('admin-store')).toBe(chats({ [BO]: [`Who is ${ANN}?`] }))
  })

  it('keeps the file count of a reply until another user signs in', async () => {
    personalStorage.write(replyFiles, '2')
    await erasePersonalData(ANN)
    expect(keys()).toEqual([replyFiles])
    await erasePersonalDataOfOthers(ANN)
    expect(keys()).toEqual([replyFiles])
    await erasePersonalDataOfOthers(BO)
    expect(keys()).toEqual([])
  })

  it.each([
    ['of the last user', chats({ [ANN]: ['a'] })],
    ['that cannot be read', '{'],
  ])('removes a chat history %s', async (_what, stored) => {
    localStorage.setItem('admin-store', stored)
    await erasePersonalData(ANN)
    expect(keys()).toEqual([])
  })
})

describe('erasePersonalDataOfOthers', () => {
  it('erases the data of an ended session', async () => {
    personalStorage.write(comment, 'text')
    localStorage.setItem('admin-store', chats({ [ANN]: ['a'], [BO]: ['b'] }))
    await erasePersonalDataOfOthers(BO)
    expect(localStorage.getItem('admin-store')).toBe(chats({ [BO]: ['b'] }))
    expect(keys()).toEqual(['admin-store'])
  })
})
