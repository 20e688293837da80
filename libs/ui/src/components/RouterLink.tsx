import { chakra } from '@chakra-ui/react'
import { Link } from 'react-router-dom'
import { linkRecipe } from './link-recipe'

/** A link inside the app (`to`). */
export const RouterLink = chakra(Link, linkRecipe, { forwardProps: routerProps() })

function routerProps() {
  return ['to', 'replace', 'state', 'reloadDocument', 'preventScrollReset', 'relative']
}
