import { ANY_ID, testRawFailures } from '@helpdesk/tickets/testing/raw-failures'
import { createSavedView, deleteSavedView, listSavedViews, updateSavedView } from './saved-views'

const view = { name: 'Mine', is_shared: false, filter: {} }

testRawFailures([
  ['listSavedViews', listSavedViews],
  ['createSavedView', () => createSavedView(ANY_ID, view)],
  ['updateSavedView', () => updateSavedView(ANY_ID, view)],
  ['deleteSavedView', () => deleteSavedView(ANY_ID)],
])
