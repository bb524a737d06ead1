/**
 * A recorded game inside a link: its text, compressed, behind the "#". No browser sends what stands there, so no
 * server sees the game; whoever opens the link has it.
 */

const NAME = "game=";
const FORMAT = "deflate-raw";
const LARGEST = 2 ** 18; // bytes; no record is nearly as long, and a link may be anybody's

/** What stands behind the "#" of a link. @param {string} text of a record @returns {Promise<string>} */
export async function fragmentOf(text) {
  const packed = new Blob([text]).stream().pipeThrough(new CompressionStream(FORMAT));
  const bytes = new Uint8Array(await new Response(packed).arrayBuffer());
  return NAME + btoa(String.fromCharCode(...bytes)).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
}

/** Whether a game stands behind the "#". @param {string} hash of an address */
export const hasGame = (hash) => hash.startsWith(`#${NAME}`);

/** The text of the game that stands there; null if it was mutilated on its way, or is none. @param {string} hash @returns {Promise<string | null>} */
export async function readGame(hash) {
  try {
    const written = hash.slice(`#${NAME}`.length).replace(/-/g, "+").replace(/_/g, "/");
    const bytes = Uint8Array.from(atob(written), (letter) => letter.charCodeAt(0));
    return await unpacked(new Blob([bytes]).stream().pipeThrough(new DecompressionStream(FORMAT)));
  } catch {
    return null;
  }
}

/** A text as far as it may be: little can be packed that is large. @param {ReadableStream<Uint8Array>} stream */
async function unpacked(stream) {
  const reader = stream.getReader();
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let text = "";
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    text += decoder.decode(part.value, { stream: true });
    if (text.length > LARGEST) {
      await reader.cancel();
      return null;
    }
  }
  return text + decoder.decode();
}
