import { chakra } from '@chakra-ui/react'
import { linkRecipe } from './link-recipe'

/** A link to another site; inside the app use RouterLink. */
export const Link = chakra('a', linkRecipe)
