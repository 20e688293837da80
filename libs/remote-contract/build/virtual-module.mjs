/**
 * A module that exists only in a build; its imports are found from its place.
 *
 * @param {string} path - absolute
 * @param {string} source
 * @returns {import('vite').Plugin}
 */
export const moduleFromSource = (path, source) => ({
  name: 'helpdesk-module-from-source',
  enforce: 'pre',
  resolveId: (id) => (id === path ? path : undefined),
  load: (id) => (id === path ? source : undefined),
})
