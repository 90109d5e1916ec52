// The fields that a message has from the text that was sent. A brief answer of the core leaves them out, and the
// gateway, which has the text, puts them back: both go by this list.

interface MessageContent {
  address: string;
  body: string;
  clientRef?: string | undefined;
}

export const contentOf = ({ address, body, clientRef }: MessageContent): MessageContent => ({
  address,
  body,
  clientRef,
});

/** The same fields without content. */
export const noContent = contentOf({ address: '', body: '' });
