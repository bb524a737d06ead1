/** What is asked of the browser's own database, as promises. */

/** @template T @param {IDBRequest<T>} request @returns {Promise<T>} */
export const answered = (request) => new Promise((settle, fail) => {
  request.onsuccess = () => settle(request.result);
  request.onerror = () => fail(request.error);
});

/** Why it failed is known once it has been given up: the error of a request comes before that. @param {IDBTransaction} transaction @returns {Promise<void>} */
export const done = (transaction) => new Promise((settle, fail) => {
  transaction.oncomplete = () => settle();
  transaction.onabort = () => fail(transaction.error);
});
