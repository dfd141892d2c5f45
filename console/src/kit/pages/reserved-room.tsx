/**
 * Invisible placeholder for a text that is still loading, so that the page does not move when the text appears.
 * @param text sample of typical length.
 */
export const ReservedRoom = ({ text }: { text: string }) => (
  <span aria-hidden style={{ visibility: 'hidden' }}>
    {text}
  </span>
)
