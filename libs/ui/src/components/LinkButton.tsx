import { chakra } from '@chakra-ui/react'
import { Link } from 'react-router-dom'
import { buttonRecipe } from './button-recipe'

/** A link inside the app (`to`) that looks like a Button. */
export const LinkButton = chakra(Link, buttonRecipe, {
  forwardProps: ['to', 'replace', 'state', 'reloadDocument', 'preventScrollReset', 'relative'],
})
