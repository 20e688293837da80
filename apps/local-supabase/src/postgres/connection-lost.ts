/** As postgres.js reports a connection that ended. */
export const connectionLost = (): Error =>
  Object.assign(new Error('The connection to the database was lost'), { code: 'CONNECTION_CLOSED' })
