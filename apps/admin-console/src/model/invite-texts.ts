export const addressInvalid = 'Please enter a valid email address'
export const tooManyAddresses = (max: number, count: number) =>
  `You can invite at most ${max} people at once. You entered ${count} addresses.`
export const mailed = (count: number) => `${count} invited`
export const unmailed = (count: number) => `${count} invited without an email`
export const refused = (count: number) => `${count} not invited`
export const hasRole = {
  agent: 'This person is already an agent or an admin',
  admin: 'This person is already an admin',
}
/** By code, for one address of several. */
export const refusals: Partial<Record<string, string>> = {
  account_deactivated: 'The account with this email is deactivated. Reactivate it on the users page first.',
  invite_repeated: 'This address is in the list twice',
  invite_exists: 'Somebody else invited this address just now',
  invite_email: addressInvalid,
  invite_role: 'An invite can only grant the role agent or admin',
  mail_not_sent: 'The invite was created, but its email could not be sent. Share its link yourself.',
}
export const refusedUnknown = 'This address was not invited'
