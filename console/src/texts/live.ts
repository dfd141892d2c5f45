export const liveTexts = {
  lost: 'No connection to the server. What you see may be old; trying again.',
}
