/* Serves the lists of the current folder over HTTP/1.1 on loopback: pageserver PORT LATENCY_MS. One thread, epoll.
 * Answers are sent LATENCY_MS after their request; requests wait side by side. Ends with its standard input. */
#include <arpa/inet.h>
#include <errno.h>
#include <netinet/tcp.h>
#include <signal.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include "answers.h"

enum { READ = 16384, EVENTS = 64 };

struct connection {
    int socket;
    char in[READ];
    size_t in_size;
    struct buffer out;
    size_t sent;              /* of out, including what stands before the answer */
    int waiting;              /* a request stands in `in`, its answer is due later */
    struct timespec due;
    struct connection *next;  /* of those that wait, in order of their due times */
};

static int events_file;
static long latency_ns;
static struct connection *first, *last;

static void end(struct connection *one) {
    close(one->socket);
    if (one->waiting) { one->socket = -1; return; } /* still in the queue: freed there */
    free(one->out.at);
    free(one);
}

static void watch(struct connection *one, uint32_t events, int how) {
    struct epoll_event event = {.events = events, .data.ptr = one};
    if (epoll_ctl(events_file, how, one->socket, &event)) give_up("epoll_ctl");
}

/* Send what is left. 0: the connection has ended. */
static int send_rest(struct connection *one) {
    while (one->sent < one->out.size) {
        ssize_t sent = send(one->socket, one->out.at + one->sent, one->out.size - one->sent, MSG_NOSIGNAL);
        if (sent < 0 && errno == EAGAIN) { watch(one, EPOLLOUT, EPOLL_CTL_MOD); return 1; }
        if (sent <= 0) { end(one); return 0; }
        one->sent += (size_t)sent;
    }
    watch(one, EPOLLIN, EPOLL_CTL_MOD);
    return 1;
}

/* The length of the request at the start of `in`, body included; 0 while it is not all there. */
static size_t request_size(const struct connection *one) {
    const char *blank = memmem(one->in, one->in_size, "\r\n\r\n", 4);
    if (!blank) return 0;
    size_t size = (size_t)(blank - one->in) + 4;
    const char *length = strcasestr(one->in, "\r\ncontent-length:");
    if (length && length < blank) size += (size_t)atol(length + 17);
    return size <= one->in_size ? size : 0;
}

static void reply(struct connection *one) {
    size_t size = request_size(one);
    int authorised = strcasestr(one->in, "\r\nauthorization: bearer bench") != NULL;
    char *path = strchr(one->in, ' '), *behind = path ? strchr(path + 1, ' ') : NULL;
    if (!behind) { end(one); return; }
    *behind = 0;
    one->sent = answer(&one->out, path + 1, authorised);
    memmove(one->in, one->in + size, one->in_size - size);
    one->in_size -= size;
    one->in[one->in_size] = 0;
    send_rest(one);
}

static void receive(struct connection *one) {
    ssize_t got = recv(one->socket, one->in + one->in_size, READ - 1 - one->in_size, 0);
    if (got <= 0) { if (got == 0 || errno != EAGAIN) end(one); return; }
    one->in_size += (size_t)got;
    one->in[one->in_size] = 0;
    if (!request_size(one)) { if (one->in_size >= READ - 1) end(one); return; }
    if (!latency_ns) { reply(one); return; }
    clock_gettime(CLOCK_MONOTONIC, &one->due);
    one->due.tv_nsec += latency_ns;
    one->due.tv_sec += one->due.tv_nsec / 1000000000;
    one->due.tv_nsec %= 1000000000;
    one->waiting = 1;
    one->next = NULL;
    if (last) last->next = one; else first = one;
    last = one;
}

/* Answer all that are due; the time until the next one, NULL when none waits. */
static struct timespec *reply_due(struct timespec *left) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    while (first) {
        long ns = (first->due.tv_sec - now.tv_sec) * 1000000000 + (first->due.tv_nsec - now.tv_nsec);
        if (ns > 0) { *left = (struct timespec){ns / 1000000000, ns % 1000000000}; return left; }
        struct connection *one = first;
        first = one->next;
        if (!first) last = NULL;
        one->waiting = 0;
        if (one->socket < 0) { free(one->out.at); free(one); } else reply(one);
    }
    return NULL;
}

static int listen_on(int port) {
    struct sockaddr_in place = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
    socklen_t size = sizeof place;
    int on = 1, listening = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0);
    place.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    setsockopt(listening, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    if (bind(listening, (struct sockaddr *)&place, size) || listen(listening, 128)) give_up("listen");
    getsockname(listening, (struct sockaddr *)&place, &size);
    printf("%d\n", ntohs(place.sin_port));
    fflush(stdout);
    return listening;
}

int main(int count, char **words) {
    if (count != 3) { fprintf(stderr, "usage: pageserver PORT LATENCY_MS\n"); return 2; }
    signal(SIGPIPE, SIG_IGN);
    latency_ns = atol(words[2]) * 1000000;
    read_lists();
    struct connection door = {.socket = listen_on(atoi(words[1]))}, input = {.socket = STDIN_FILENO};
    events_file = epoll_create1(0);
    watch(&door, EPOLLIN, EPOLL_CTL_ADD);
    watch(&input, EPOLLIN | EPOLLHUP, EPOLL_CTL_ADD);
    for (;;) {
        struct epoll_event found[EVENTS];
        struct timespec left;
        int ready = epoll_pwait2(events_file, found, EVENTS, reply_due(&left), NULL);
        for (int i = 0; i < ready; i++) {
            struct connection *one = found[i].data.ptr;
            if (one == &input) return 0;
            if (one == &door) {
                int on = 1, accepted = accept4(door.socket, NULL, NULL, SOCK_NONBLOCK);
                if (accepted < 0) continue;
                setsockopt(accepted, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
                one = calloc(1, sizeof *one);
                if (!one) give_up("memory");
                one->socket = accepted;
                watch(one, EPOLLIN, EPOLL_CTL_ADD);
            } else if (found[i].events & EPOLLOUT) send_rest(one);
            else receive(one);
        }
    }
}
