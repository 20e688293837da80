/** A person whom lists and menus name. */
export interface Person {
  id: string
  name: string
  email: string | null
}
