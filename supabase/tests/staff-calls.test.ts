import { describe, expect, it } from 'vitest'
import { staffCallsIn } from '../staff-calls'

describe('staffCallsIn', () => {
  it.each([
    ['a function of staff', 'c.rpc("set_availability",{is_away:e})', ['set_availability']],
    ['a function of admins', 'e("get_report",t)', ['get_report']],
    ['an edge function of admins', "i('update-user-role',n)", ['update-user-role']],
    ['a table of staff', 'd.from(`saved_views`).select()', ['saved_views']],
    ['each call once', 'a("claim_ticket");b("claim_ticket")', ['claim_ticket']],
  ])('finds %s', (_name, script, found) => {
    expect(staffCallsIn(script)).toEqual(found)
  })

  it.each([
    ['a function of customers', 'c.rpc("list_tickets")'],
    ['a table of customers', 'd.from("tickets")'],
    ['a function of the service role', 'c.rpc("receive_mail")'],
    ['a longer name', 'c.rpc("next_tickets_page")'],
    ['a query key', 'k=["macros"]'],
  ])('ignores %s', (_name, script) => {
    expect(staffCallsIn(script)).toEqual([])
  })
})
