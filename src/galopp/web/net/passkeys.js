/** Passkeys: what the server asks and hears as WebAuthn's JSON, as `navigator.credentials` takes and gives it. */

import { ask } from "./api.js";

/** Whether this browser can have any; a page that is not served over https cannot. */
const hasPasskeys = () => "PublicKeyCredential" in globalThis && !!navigator.credentials?.create;

/** Whether this server takes them; asked for once. @type {Promise<boolean> | null} */
let served = null;

/** Whether a passkey can be made and shown here. */
export async function passkeysWork() {
  if (!hasPasskeys()) return false;
  served ??= ask("GET", "/words").then(({ passkeys }) => passkeys);
  return served.catch(() => {
    served = null;
    return false;
  });
}

/** @param {string} written in base64url */
function bytes(written) {
  const padded = written.replace(/-/g, "+").replace(/_/g, "/");
  return Uint8Array.from(atob(padded), (letter) => letter.charCodeAt(0));
}

/** @param {ArrayBuffer | null | undefined} read */
const written = (read) =>
  btoa(String.fromCharCode(...new Uint8Array(read ?? new ArrayBuffer(0)))).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");

/** @param {any[]} [credentials] */
const known = (credentials = []) => credentials.map((one) => ({ ...one, id: bytes(one.id) }));

/** Make a passkey on this device. @param {any} options WebAuthn's JSON @returns {Promise<any>} the same, for the server */
export async function makePasskey(options) {
  const publicKey = { ...options, challenge: bytes(options.challenge), user: { ...options.user, id: bytes(options.user.id) }, excludeCredentials: known(options.excludeCredentials) };
  const made = /** @type {PublicKeyCredential} */ (await navigator.credentials.create({ publicKey }));
  const response = /** @type {AuthenticatorAttestationResponse} */ (made.response);
  return answer(made, { attestationObject: written(response.attestationObject), transports: response.getTransports?.() ?? [] });
}

/** Prove with a passkey who one is. @param {any} options WebAuthn's JSON @returns {Promise<any>} the same, for the server */
export async function usePasskey(options) {
  const publicKey = { ...options, challenge: bytes(options.challenge), allowCredentials: known(options.allowCredentials) };
  const used = /** @type {PublicKeyCredential} */ (await navigator.credentials.get({ publicKey }));
  const response = /** @type {AuthenticatorAssertionResponse} */ (used.response);
  const user = response.userHandle ? { userHandle: written(response.userHandle) } : {};
  return answer(used, { authenticatorData: written(response.authenticatorData), signature: written(response.signature), ...user });
}

/** @param {PublicKeyCredential} made @param {Record<string, unknown>} response */
const answer = (made, response) => ({
  id: made.id,
  rawId: written(made.rawId),
  type: made.type,
  authenticatorAttachment: made.authenticatorAttachment ?? undefined,
  clientExtensionResults: made.getClientExtensionResults(),
  response: { clientDataJSON: written(made.response.clientDataJSON), ...response },
});
