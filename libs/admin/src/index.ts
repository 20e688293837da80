export { adminKeys } from './data-access/keys'
