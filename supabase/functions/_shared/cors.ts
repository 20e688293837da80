/** Lets the portal call a function from its own origin. */
export const corsHeaders = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Allow-Headers': 'authorization, x-client-info, apikey, content-type',
  'Access-Control-Allow-Methods': 'POST, OPTIONS',
  // The id of a failed request, which the portal shows.
  'Access-Control-Expose-Headers': 'x-request-id, sb-request-id, cf-ray',
}
