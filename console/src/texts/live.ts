export const liveTexts = {
  lost: 'No connection to the server. What you see may be out of date; trying again.',
}
