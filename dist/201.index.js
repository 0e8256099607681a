export const id = 201;
export const ids = [201];
export const modules = {

/***/ 9201:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  whyLate: () => (/* binding */ whyLate)
});

// EXTERNAL MODULE: ./src/client/deadline.ts
var deadline = __webpack_require__(6659);
// EXTERNAL MODULE: ./src/client/errors.ts
var errors = __webpack_require__(6468);
// EXTERNAL MODULE: ./src/targets/git/git-failure.ts
var git_failure = __webpack_require__(1466);
// EXTERNAL MODULE: ./src/targets/git/object-store.ts + 1 modules
var object_store = __webpack_require__(8960);
;// CONCATENATED MODULE: ./src/targets/current-head.ts


const DEADLINE_MS = 20_000;
/** Null when the forge does not say. */
async function currentHead(remote, number, signal) {
    let store;
    try {
        // In a repository of our own: git would obey the configuration of any other that it finds around a folder.
        store = await object_store/* ObjectStore */.L.create({ objects: null, format: "sha1", remote, signal });
        const ref = `refs/pull/${number}/head`;
        const words = ["ls-remote", "--refs", "origin", ref];
        const { stdout } = await store.askRemote(words, { deadlineMs: DEADLINE_MS });
        // Whatever ends alike is listed, too: a branch may be called `refs/pull/1/head`.
        const lines = stdout.toString("latin1").split("\n");
        const line = lines.find((one) => one.endsWith(`\t${ref}`));
        return /^[0-9a-f]{40,64}(?=\t)/.exec(line ?? "")?.[0] ?? null;
    }
    catch (error) {
        if (error instanceof git_failure/* GitFailure */.X)
            return null;
        throw error;
    }
    finally {
        await store?.remove();
    }
}

// EXTERNAL MODULE: ./src/action/forge-remote.ts
var forge_remote = __webpack_require__(5556);
;// CONCATENATED MODULE: ./src/action/newer-head.ts
/**
 * Whether computed targets come too late: the pull request has another head by now. The service keeps targets by head
 * commit, but not every service does, and what belongs to an older head is of no use to anyone.
 */




const LONGEST_MS = 10_000;
/**
 * The service alone cannot say which of two commits came first, since it may not have heard of ours yet, so the forge is
 * asked when the two differ, and wherever it answers: the service knows nothing of what is not submitted.
 */
async function whyLate(given, pullRequest, headSha, step) {
    const { number } = pullRequest.pr;
    const remote = (0,forge_remote/* forgeRemote */.k)(given);
    const known = await headKnownToService(pullRequest, step);
    const isAnother = known !== null && known !== headSha;
    if (!isAnother && remote.token === null)
        return null;
    const current = await currentHead(remote, number, given.signal);
    if (current === headSha)
        return null;
    if (current !== null) {
        return `The head for #${number} is ${current} by now; the run for that commit uploads its targets.`;
    }
    if (!isAnother)
        return null;
    return `The service knows the head ${known} for #${number}, and the forge does not say which is newer (github-token, permission contents: read).`;
}
/** Null for a pull request that is not submitted yet, and when nobody answers: the upload then says so. */
async function headKnownToService(pullRequest, { client }) {
    const options = { retries: 0, deadline: deadline/* Deadline */.B.after(LONGEST_MS) };
    return (await (0,errors/* orNull */.Xd)(client.getSubmittedPullRequest(pullRequest, options)))?.value.prSha ?? null;
}


/***/ })

};
