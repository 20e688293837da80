import type { Role } from '@helpdesk/auth'
import { plural } from '@helpdesk/ui/plural'

const aRole = (role: Role) => (role === 'customer' ? 'a customer' : `an ${role}`)
export const cancel = 'Cancel'
export const reactivated = 'Account reactivated'
export const deactivated = 'Account deactivated'
export const canSignIn = (name: string) => `${name} can sign in again.`
export const cannotSignIn = (name: string) => `${name} was signed out and can no longer sign in.`
export const signedOut = 'Signed out everywhere'
export const signedOutText = (count: number, name: string) => `${plural(count, 'session')} of ${name} ended.`
export const auditLog = 'Audit log'
export const sessions = 'Sessions'
export const sessionsText = (count: number) =>
  `${plural(count, 'open session')}. Signing out ends all of them, on every device.`
export const signOutSelf = 'This also ends the session you are using now.'
export const signOutOther = (name: string) => `${name} will have to sign in again on every device.`
export const signOutEverywhere = 'Sign out everywhere'
export const signOutAll = 'Sign out all sessions'
export const account = 'Account'
export const deactivatedText = 'This account is deactivated and cannot sign in. Its messages are kept.'
export const deactivateText =
  'Deactivating signs this person out everywhere. Their messages are kept and their open tickets return to the queue.'
export const deactivateSelf = 'This is your own account. You will be signed out immediately.'
export const deactivateOther = (name: string) => `${name} will be signed out immediately.`
export const deactivate = 'Deactivate'
export const reactivateAccount = 'Reactivate account'
export const deactivateAccount = 'Deactivate account'
export const error = 'Error'
export const customer = 'Customer'
export const agent = 'Agent'
export const admin = 'Admin'
export const unconfirmedHint = 'This email address has not been verified.'
export const roleChanged = 'Role changed'
export const roleChangedText = (name: string, role: Role) => `${name} is now ${aRole(role)}.`
export const role = 'Role'
export const changeMyRole = 'Change my role'
export const changing = 'Changing...'
export const changeRole = 'Change role'
export const allRoles = 'All Roles'
export const allAccounts = 'All Accounts'
export const active = 'Active'
export const deactivatedState = 'Deactivated'
export const search = 'Search users'
export const searchPlaceholder = 'Search users...'
export const name = 'Name'
export const you = 'You'
export const unconfirmed = 'Unconfirmed'
export const lastSeen = 'Last seen'
export const openSessions = 'Open sessions'
export const joined = 'Joined'
export const actions = 'Actions'
export const manageUser = (name: string) => `Manage ${name}`
export const manage = 'Manage'
export const title = 'Users'
export const subtitle = 'Everyone with an account, and their roles'
export const invite = 'Invite Users'
export const loadFailed = 'Users could not be loaded'
export const none = 'No users found'
export const noneText = 'No users match your search and filters.'
export const clearFilters = 'Clear filters'
export const one = 'user'
export const many = 'users'
export const losesAdmin = (role: Role) =>
  `This is your own account. As ${aRole(role)} you lose access to administration immediately, and only another admin can restore it.`
export const adminHint = 'Admins have full access and can invite and deactivate people.'
export const customerHint = 'Their open tickets return to the unassigned queue.'
export const never = 'Never'
