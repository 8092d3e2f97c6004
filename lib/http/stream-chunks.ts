/**
 * The chunks as a stream, each made when the receiver has taken the one before. The first is made before the stream
 * begins, so that what fails at once is an answer and no broken file; what fails later breaks the stream off.
 */
export async function streamChunks(
  chunks: AsyncGenerator<string | Uint8Array>,
): Promise<ReadableStream<Uint8Array>> {
  const encoder = new TextEncoder();
  let first: IteratorResult<string | Uint8Array> | undefined = await chunks.next();
  return new ReadableStream<Uint8Array>(
    {
      async pull(stream) {
        const chunk = first ?? (await chunks.next());
        first = undefined;
        if (chunk.done) return stream.close();
        stream.enqueue(typeof chunk.value === 'string' ? encoder.encode(chunk.value) : chunk.value);
      },
      // Whoever hangs up ends the making.
      cancel: async () => void (await chunks.return(undefined)),
    },
    { highWaterMark: 1 },
  );
}
